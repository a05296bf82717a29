import { appearances, setAppearance, useAppearance, type Appearance } from '../theme/appearance.ts';
import { useTexts } from './texts.ts';

const drawings: Record<Appearance, string> = {
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M4 4.5h16v11H4ZM9 20h6M12 15.5V20',
};

export function AppearanceChoice() {
  const texts = useTexts();
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
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawings[appearance]} />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
