import { useState } from 'react';
import { useTitle } from '../product-name.ts';
import { EntryLink } from '../entry-link.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { AccountPageProps } from './account-pages.tsx';
import { RegisterForm } from './register-form.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Asks for an account; an admin decides. */
export function RegisterPage(notices: AccountPageProps) {
  const texts = useTexts('visitor');
  const own = texts.register;
  const [askedFor, setAskedFor] = useState<string>();
  const title = askedFor === undefined ? own.title : own.thanks;
  useTitle(title);
  return (
    <>
      <h1>{title}</h1>
      {askedFor === undefined ? (
        <p className="entry-lead">{own.lead}</p>
      ) : (
        <Status as="p" className="entry-lead">
          {own.next.replace('{email}', askedFor)}
        </Status>
      )}
      {askedFor === undefined ? <RegisterForm {...notices} onDone={setAskedFor} /> : null}
      <p className="entry-ways">
        <EntryLink to="/login">{texts.toLogin}</EntryLink>
      </p>
    </>
  );
}
