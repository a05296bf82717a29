import { useState } from 'react';
import { PageHeading, useTitle } from '../visitor-frame.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { AccountPageProps } from '../visitor-page.ts';
import { VisitorForm, SignInLink, useVisitorForm } from './visitor-form.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The target of the link in a registration mail. It has a button, because programs that scan mails open every link. */
export function ConfirmEmailPage({ id, token, showFailed, clearNotice }: AccountPageProps) {
  const texts = useTexts('visitor');
  const own = texts.confirmEmail;
  const [isDone, setDone] = useState(false);
  const form = useVisitorForm({
    path: '/api/users/proveemail',
    body: () => ({ id, token }),
    check: () => ({}),
    onSubmit: clearNotice,
    onRefused: () => showFailed(own.failed, own.failedText),
    onDone: () => setDone(true),
  });
  const title = isDone ? own.done : own.title;
  useTitle(title);
  return (
    <>
      <PageHeading isResult={isDone}>{title}</PageHeading>
      {isDone ? (
        <Status as="p" className="entry-lead">
          {own.doneText}
        </Status>
      ) : (
        <p className="entry-lead">{own.lead}</p>
      )}
      {isDone ? null : <VisitorForm form={form} submit={own.submit} />}
      <SignInLink />
    </>
  );
}
