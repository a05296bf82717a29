/**
 * A short hash of a text: the same text gives the same 16 hex digits on the server and
 * in the browser (the mixing of cyrb53, with both halves kept). It identifies versions
 * of a descriptor. It is not secure: collisions can be made on purpose.
 */
export function toHash(text: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    left = Math.imul(left ^ code, 2654435761);
    right = Math.imul(right ^ code, 1597334677);
  }
  left =
    Math.imul(left ^ (left >>> 16), 2246822507) ^ Math.imul(right ^ (right >>> 13), 3266489909);
  right =
    Math.imul(right ^ (right >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909);
  return toHex(right) + toHex(left);
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
