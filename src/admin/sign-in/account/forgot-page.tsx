import { useState } from 'react';
import { EntryField } from '../entry-field.tsx';
import { goTo } from '../entry-link.tsx';
import { useTitle } from '../entry-frame.tsx';
import type { AccountPageProps } from './account-pages.tsx';
import { isAddress } from './is-address.ts';
import { EntryForm, ToSignIn, useEntryForm } from './entry-form.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Requests a mail with a link to choose a new password (specification, §2). */
export function ForgotPage({ showDone, showFailed, clearNotice }: AccountPageProps) {
  const texts = useTexts('visitor');
  const own = texts.forgot;
  const [email, setEmail] = useState('');
  const form = useEntryForm({
    path: '/api/users/forgotpassword',
    body: () => ({ email: email.trim() }),
    check: () => ({ email: isAddress(email) ? undefined : texts.emailInvalid }),
    onSubmit: clearNotice,
    onRefused: () => showFailed(own.failed, own.failedText),
    onDone: () => {
      showDone(own.done, own.doneText);
      goTo('/login');
    },
  });
  useTitle(own.title);
  return (
    <>
      <h1>{own.title}</h1>
      <p className="entry-lead">{own.lead}</p>
      <EntryForm form={form} submit={own.submit}>
        <EntryField
          name="email"
          label={own.email}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          problem={form.problemOf('email')}
          onChange={(typed) => {
            setEmail(typed);
            form.forget('email');
          }}
        />
      </EntryForm>
      <ToSignIn />
    </>
  );
}
