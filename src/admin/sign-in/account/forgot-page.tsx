import { useState } from 'react';
import { VisitorField } from '../visitor-field.tsx';
import { goTo } from '../visitor-link.tsx';
import { useTitle } from '../visitor-frame.tsx';
import type { AccountPageProps } from '../visitor-page.ts';
import { isAddress } from './is-address.ts';
import { VisitorForm, SignInLink, useVisitorForm } from './visitor-form.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Requests a mail with a link to choose a new password (specification, §2). */
export function ForgotPage({ showDone, showFailed, clearNotice }: AccountPageProps) {
  const texts = useTexts('visitor');
  const own = texts.forgot;
  const [email, setEmail] = useState('');
  const form = useVisitorForm({
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
      <VisitorForm form={form} submit={own.submit}>
        <VisitorField
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
      </VisitorForm>
      <SignInLink />
    </>
  );
}
