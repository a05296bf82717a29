import { plainWords } from './plain-words.ts';

type Named = {
  names: Readonly<Record<string, string>>;
  titles: Readonly<Record<string, string>>;
};

/** The beginning of a message as one line of words, with the names of the people and records in it. */
export function plainMessage(
  text: string,
  { names, titles }: Named,
  { somebody, aRecord }: { somebody: string; aRecord: string },
): string {
  const named = text
    .replace(/@\[([^\]\s/]+)\]/g, (_, id: string) => `@${names[id] ?? somebody}`)
    .replace(/#\[([^\]\s]+)\]/g, (_, key: string) => titles[key] ?? aRecord)
    // The server sends only the beginning, which may end within a name.
    .replace(/[@#]\[[^\]\s]*$/, '…');
  return plainWords(named);
}
