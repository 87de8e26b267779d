/**
 * The form of a new table: only a seat that there is can start. The server checks all the same.
 */
const form = document.querySelector(".table-form");
const { seats, option_starter: starter } = form.elements;

const fit = () => {
  [...starter.options].forEach((option) => {
    option.disabled = Number(option.value) >= Number(seats.value); // "drawn by lot" is no number
  });
  if (starter.selectedOptions[0].disabled) starter.value = starter.options[0].value;
};

seats.addEventListener("change", fit);
addEventListener("pageshow", fit); // also when the browser comes back to a form it has kept
fit();
