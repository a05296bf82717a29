import { appearances, setAppearance, useAppearance } from '../shell/theme/appearance.ts';
import { useTexts } from '../messages/texts.ts';

export function AppearanceChoice() {
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
