import { useEffect, type ReactNode } from 'react';
import './entry-frame.css';
import { openAnnouncer } from '../kit/status/announcer.ts';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { productName } from './product-name.ts';

type EntryFrameProps = { name?: string; hasChoices?: boolean; children: ReactNode };

/** What every page of a visitor stands in: name, choice of language and light, room for one thing. */
export function EntryFrame({ name = productName, hasChoices = true, children }: EntryFrameProps) {
  useEffect(() => void openAnnouncer(), []);
  return (
    <div className="entry">
      <aside className="entry-brand">
        <p className="entry-name">{name}</p>
      </aside>
      <div className="entry-side">
        <header className="entry-choices">
          {hasChoices && <LanguageChoice />}
          {hasChoices && <AppearanceChoice />}
        </header>
        <main className="entry-main">{children}</main>
      </div>
    </div>
  );
}
