import { useMemo, useState } from 'react';

/**
 * Keys for entries that have names. An entry keeps its key when it gets another name, so that the focus stays in it.
 */
export function useKeptKeys() {
  const [renames, setRenames] = useState<readonly { from: string; to: string }[]>([]);
  const keys = useMemo(() => keysAfter(renames), [renames]);
  return {
    keyOf: (name: string): string => keys.get(name) ?? name,
    renamed: (from: string, to: string): void => setRenames((before) => [...before, { from, to }]),
  };
}

function keysAfter(renames: readonly { from: string; to: string }[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [at, { from, to }] of renames.entries()) {
    keys.set(to, keys.get(from) ?? from);
    // Another entry may get the former name.
    keys.set(from, `${from}\n${at}`);
  }
  return keys;
}
