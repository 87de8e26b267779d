// Copies text.

import { toast } from "./toast.js";

/** Copy what stands in an input or textarea, which need not be in the page, and say so with the sentence `told`. */
export async function copyText(field, told) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    copyAsOfOld(field); // no clipboard without HTTPS
  }
  toast(told);
}

function copyAsOfOld(field) {
  const loose = !field.isConnected;
  if (loose) document.body.append(field);
  field.select();
  document.execCommand("copy");
  if (loose) field.remove();
}
