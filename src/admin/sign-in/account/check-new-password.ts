import type { PasswordOwner } from '../../../fields/password.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import type { VisitorTexts } from '../../messages/en/visitor.ts';
import { checkByRule } from './password-rule.ts';

/** What the server would say of a password, in the words of the page. */
export function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  texts: VisitorTexts,
): string | undefined {
  const [first] = checkByRule(password, owner);
  if (first === undefined) return undefined;
  const text = (texts.passwordProblems as Record<string, string>)[first.code];
  return text === undefined ? first.message : fillTemplate(text, first.params ?? {});
}
