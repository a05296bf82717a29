import type { ReactNode } from 'react';
import './entry-frame.css';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { productName } from './product-name.ts';

/** What every page of a visitor stands in: name, choice of language and light, room for one thing. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="entry">
      <aside className="entry-brand">
        <p className="entry-name">{productName}</p>
      </aside>
      <div className="entry-side">
        <header className="entry-choices">
          <LanguageChoice />
          <AppearanceChoice />
        </header>
        <main className="entry-main">{children}</main>
      </div>
    </div>
  );
}
