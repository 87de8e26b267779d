/**
 * The form of a new table: what means nothing for so many players cannot be chosen. The server checks all the same.
 */
const SEVERAL_WAYS = ["6", "12"]; // as two teams or as three
const MATES_FROM = 4; // fewer players play each for themselves

const form = document.querySelector(".table-form");
const { seats, option_teams: teams, option_table_talk: penalty } = form.elements;

const fit = () => {
  teams.disabled = !SEVERAL_WAYS.includes(seats.value);
  if (teams.disabled) teams.value = "null";
  penalty.disabled = Number(seats.value) < MATES_FROM;
  if (penalty.disabled) penalty.checked = false;
};

seats.addEventListener("change", fit);
form.addEventListener("submit", () => { teams.disabled = false; }); // a disabled choice would not be sent
addEventListener("pageshow", fit); // also when the browser comes back to a form it has kept
fit();
