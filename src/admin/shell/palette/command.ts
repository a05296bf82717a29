import type { ReactElement } from 'react';

/** One line of the palette. `to` is an address, which can also be opened in a new tab. */
export type Command = {
  /** The same on every day and in every language: what was used last is remembered by it. */
  id: string;
  label: string;
  icon: ReactElement;
  /** What else it is found by: its label in other languages. */
  also?: string;
} & ({ to: string } | { href: string } | { run: () => void });

export type CommandGroup = { key: string; title: string; commands: readonly Command[] };

/** Those in which every word occurs; first what begins with the text, then what has it at the begin of a word. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...commands];
  const words = text.split(/\s+/);
  const ranked = commands.flatMap((command) => {
    const names = [command.label, command.also ?? ''].join(' ').toLowerCase();
    if (!words.every((word) => names.includes(word))) return [];
    const label = command.label.toLowerCase();
    const rank = label.startsWith(text)
      ? 0
      : new RegExp(`(^|[^\\p{L}])${escape(words[0]!)}`, 'u').test(names)
        ? 1
        : 2;
    return [{ command, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
