import { cleanName } from '../../files/media/clean-name.ts';

/** The most bytes of a folder and of a name: what Windows can unpack in a folder of its own, in any script. */
const MOST_FOLDER = 60;
const MOST_NAME = 120;

/**
 * Creates the function that names the files of an export: `files/document/SRC-1/study.pdf`. Its paths are safe on
 * Windows, macOS and Linux, and each is given once, also where upper and lower case are the same.
 */
export function createFilePaths(): (field: string, key: string, name: string) => string {
  const taken = new Set<string>();
  /** How often each path was asked for: counting from the first for each of thousands would take minutes. */
  const counts = new Map<string, number>();
  return (field, key, name) => {
    const folder = shorten(cleanName(key.replace(/[/\\]/g, '_')), MOST_FOLDER);
    const whole = shorten(cleanName(name), MOST_NAME);
    const at = whole.lastIndexOf('.');
    const [start, ending] = at > 0 ? [whole.slice(0, at), whole.slice(at)] : [whole, ''];
    const first = `${field}/${folder}/${whole}`.toLowerCase();
    for (let count = (counts.get(first) ?? 0) + 1; ; count++) {
      counts.set(first, count);
      const called = count === 1 ? whole : `${start} (${count})${ending}`;
      const path = `files/${field}/${folder}/${called}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

function shorten(name: string, most: number): string {
  const at = name.lastIndexOf('.');
  const ending = at > 0 && name.length - at <= 10 ? name.slice(at) : '';
  let start = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(start.join('') + ending) > most) start = start.slice(0, -1);
  // What ends with a blank or a point after the cut would have another name on Windows.
  return start.join('').replace(/[\s.]+$/, '') + ending;
}
