/** JSON in one cell of a file. What is none stays a text, which the value rules of JSON refuse. */
export function readJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
