import { languageNames, languages } from '../../fields/languages.ts';
import { useLanguage } from '../messages/language.ts';
import { switchLanguage, useTexts } from '../messages/texts.ts';

export function LanguageChoice() {
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
