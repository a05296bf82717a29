import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../project.ts';

/** Ends the name of the file that has, for each line of a file of the bundle, the `path:line` of its source. */
export const placesEnding = '.places';

const placeInBundle = /((?:file:\/\/)?\/[^\s()]*\/dist-server\/[^\s()]*\.mjs):(\d+):\d+/g;

/** Names the lines of the sources in a stack of the bundled server. Source maps would take 45 MiB and 0.2 s. */
export function toSourcePlaces(stack: string): string {
  const files = new Map<string, readonly string[]>();
  return stack.replace(placeInBundle, (match, address: string, line: string) => {
    const places = files.get(address) ?? readPlaces(address);
    files.set(address, places);
    const source = places[Number(line) - 1];
    return source ? join(projectFolder, source) : match;
  });
}

function readPlaces(address: string): readonly string[] {
  const path = `${address.startsWith('file:') ? fileURLToPath(address) : address}${placesEnding}`;
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}
