import { useEffect, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react';
import './entry-frame.css';
import { openAnnouncer } from '../kit/status/announcer.ts';
import { appearances, setAppearance, useAppearance } from '../shell/theme/appearance.ts';
import { useTexts, switchLanguage } from '../messages/texts.ts';
import { languageNames, languages } from '../../fields/problems/languages.ts';
import { useLanguage } from '../messages/language.ts';

type FrameProps = {
  name?: string;
  hasChoices?: boolean;
  Picture?: ComponentType;
  children: ReactNode;
};

/** The frame of every page for visitors: name, language and appearance, and room for one form. */
export function VisitorFrame(props: FrameProps) {
  const { name = productName, hasChoices = true, Picture = SignInPicture, children } = props;
  useEffect(() => void openAnnouncer(), []);
  return (
    <div className="entry">
      <aside className="entry-brand">
        <div className="entry-picture">
          <Picture />
        </div>
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

/** A lattice of hexagons, some of them lit: many small things in good order. */
export function SignInPicture() {
  return <div className="entry-lattice" />;
}

function AppearanceChoice() {
  const texts = useTexts('sign-in');
  const current = useAppearance();
  return (
    <fieldset className="segments">
      <legend>{texts.theme}</legend>
      {appearances.map((appearance) => (
        <label key={appearance} title={texts.themes[appearance]}>
          <input
            type="radio"
            name="appearance"
            checked={appearance === current}
            onChange={() => setAppearance(appearance)}
            aria-label={texts.themes[appearance]}
          />
          <i className={`icon icon-${appearance}`} />
        </label>
      ))}
    </fieldset>
  );
}

function LanguageChoice() {
  const texts = useTexts('sign-in');
  const current = useLanguage();
  return (
    <fieldset className="segments">
      <legend>{texts.language}</legend>
      {languages.map((language) => (
        <label key={language} lang={language} title={languageNames[language]}>
          <input
            type="radio"
            name="language"
            checked={language === current}
            onChange={() => void switchLanguage(language)}
            aria-label={languageNames[language]}
          />
          <span aria-hidden="true">{language.toUpperCase()}</span>
        </label>
      ))}
    </fieldset>
  );
}

type HeadingProps = { isResult: boolean; children: ReactNode };

/** The heading of a page. It takes the focus when the page shows a result in place of its form, which had it. */
export function PageHeading({ isResult, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With the heading itself: keys that are pressed as soon as it is seen start from there.
  useLayoutEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The server writes the name of the installation into the title of the page. */
export const productName = document.title;

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`;
    return () => {
      document.title = productName;
    };
  }, [title]);
}
