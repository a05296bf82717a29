import { switchLanguage } from '../../messages/texts.ts';
import { isLanguage } from '../../../fields/problems/languages.ts';
import { language } from '../../messages/language.ts';
import { appearances, setAppearance } from '../../shell/theme/appearance.ts';
import type { OwnUser } from '../../client/account/own-user.ts';

/** Applies the language and the appearance the user chose, in whatever browser that was. */
export async function applyPreferences(user: OwnUser, spoken: readonly string[]): Promise<void> {
  const theme = appearances.find((appearance) => appearance === user.theme);
  if (theme !== undefined) setAppearance(theme);
  const preferredLanguage = user.language ?? '';
  if (
    isLanguage(preferredLanguage) &&
    spoken.includes(preferredLanguage) &&
    preferredLanguage !== language()
  )
    await switchLanguage(preferredLanguage);
}
