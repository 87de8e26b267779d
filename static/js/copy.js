// Copies the text of a field.

import { toast } from "./toast.js";

/** Copy what stands in an input or textarea, and say so with the sentence `told`. */
export async function copyText(field, told) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // no clipboard without HTTPS: the old way
    document.execCommand("copy");
  }
  toast(told);
}
