import type { Letter } from './letter.ts';

/** What stands around the letter, in its language. */
export type Frame = {
  language: string;
  greeting: string;
  closing: string;
  url(path: string): string;
};

/** The letter for those who read plain text. */
export function toText({ before, facts = [], button, after = [] }: Letter, frame: Frame): string {
  const blocks = [
    frame.greeting,
    ...before,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    button ? `${button.label}:\n${frame.url(button.path)}` : '',
    ...after,
    `-- \n${frame.closing}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
