import { useState } from 'react';
import { VisitorLink, goTo } from '../visitor-link.tsx';
import { signInWays } from '../ways.ts';
import { useTitle } from '../visitor-frame.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { AccountPageProps } from '../visitor-page.ts';
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx';
import { loadPasswordRule } from './password-rule.ts';
import { VisitorForm, SignInLink, useVisitorForm } from './visitor-form.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The target of links in mails, including invitations: chooses a new password. */
export function ResetPage(props: AccountPageProps) {
  const { link, back } = useTexts('providers');
  const { id, token, leaveTo } = props;
  const { passwords, Buttons } = signInWays;
  const buttons = Buttons && <Buttons leaveTo={leaveTo} account={{ id, token }} />;
  if (passwords)
    return (
      <>
        <NewPassword {...props} />
        {buttons}
        <SignInLink />
      </>
    );
  return (
    <>
      <h1>{link.title}</h1>
      <p className="entry-lead">{link.chooseLead}</p>
      {buttons}
      <p className="entry-ways">
        <a href="/login">{back.toLogin}</a>
      </p>
    </>
  );
}

function NewPassword({ id, token, showDone, showFailed, clearNotice }: AccountPageProps) {
  const texts = useTexts('visitor');
  const [isWelcome] = useState(() => location.hash === '#welcome');
  const own = { ...texts.reset, ...(isWelcome && texts.welcome) };
  const [password, setPassword] = useState('');
  const form = useVisitorForm({
    path: '/api/users/resetpassword',
    body: () => ({ id, token, password }),
    prepare: loadPasswordRule,
    check: () => ({
      password: password === '' ? own.passwordMissing : checkNewPassword(password, {}, texts),
    }),
    onSubmit: clearNotice,
    onRefused: (refused) => {
      // A problem of the password says nothing about the link.
      const isPassword = refused.reason === 'refused' && 'password' in refused.problems;
      if (!isPassword) showFailed(own.failed, own.failedText);
    },
    onDone: () => {
      showDone(own.done, own.doneText);
      // The link is used up, so going back must not lead to it.
      goTo('/login', 'replaceState');
    },
  });
  const isSpent = form.refused?.reason === 'refused' && !('password' in form.refused.problems);
  useTitle(own.title);
  return (
    <>
      <h1>{own.title}</h1>
      <p className="entry-lead">{own.lead}</p>
      <VisitorForm form={form} submit={own.submit}>
        {isSpent ? (
          <Status as="p" className="entry-note">
            <span>{own.invalid}</span>
            <VisitorLink to="/forgotPassword">{own.again}</VisitorLink>
          </Status>
        ) : null}
        <NewPasswordField
          label={own.password}
          autoFocus
          value={password}
          problem={form.problemOf('password')}
          onChange={(typed) => {
            setPassword(typed);
            form.forget('password');
          }}
        />
      </VisitorForm>
    </>
  );
}
