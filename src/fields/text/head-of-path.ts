/** The first name of a path: `author` of `author.name`, where an own field, an object or a reference leads on. */
export function headOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
