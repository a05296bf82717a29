import TranslateIcon from '@mui/icons-material/Translate';
import { useNotify, useTranslate } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { switchLanguage } from '../../messages/texts.ts';
import { isLanguage, languageNames, type Language } from '../../../fields/languages.ts';
import { useLanguage } from '../../messages/language.ts';
import { usePreference } from '../../client/use-preference.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { withProgress } from '../../client/progress.ts';

/** The languages this installation has labels in; nothing where there is no choice. */
export function LanguageMenu() {
  const translate = useTranslate();
  const notify = useNotify();
  const keep = usePreference();
  const current = useLanguage();
  const spoken = useConfig().languages.filter(isLanguage);
  if (spoken.length < 2) return null;

  const choose = (language: Language): void => {
    withProgress(switchLanguage(language)).then(
      () => keep({ language }),
      () => notify('ra.notification.i18n_error', { type: 'error' }),
    );
  };

  return (
    <ChoiceMenu
      label={translate('layout.language', { name: languageNames[current] })}
      icon={<TranslateIcon />}
      choices={spoken.map((value) => ({ value, label: languageNames[value], lang: value }))}
      current={current}
      onChoose={choose}
    />
  );
}
