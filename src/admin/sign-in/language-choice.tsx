import { languageNames, languages, useLanguage } from '../messages/language.ts';
import { speak, useTexts } from './texts.ts';

export function LanguageChoice() {
  const texts = useTexts();
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
            onChange={() => void speak(language)}
            aria-label={languageNames[language]}
          />
          <span aria-hidden="true">{language.toUpperCase()}</span>
        </label>
      ))}
    </fieldset>
  );
}
