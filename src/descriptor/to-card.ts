import { toText } from '../fields/localized-text.ts';
import type { Card, CardKind } from './permissions/dashboard.ts';
import { toWords } from './to-words.ts';

type Source = Readonly<Record<string, any>>;

/** A card of the dashboard with its defaults. */
export function toCard(card: Source, resources: Source, languages: readonly string[]): Card {
  const { label, help, limit, ...own } = card;
  const { name, kind, resource = '', every } = own as Card;
  // A number without any other title is of what it counts.
  const called =
    label ?? (kind === 'count' ? (resources[resource]?.label ?? toWords(resource)) : toWords(name));
  return {
    ...(own as Omit<Card, 'label' | 'limit'>),
    label: toText(called, languages),
    ...(help === undefined ? {} : { help: toText(help, languages) }),
    limit: limit ?? (every === 'month' ? 12 : shown[kind]),
  };
}

const shown: Readonly<Record<CardKind, number>> = {
  count: 1,
  check: 1,
  list: 5,
  chart: 8,
  changes: 10,
};
