import { type ReactNode, useState } from 'react';
import { PageHeading, useTitle } from '../visitor-frame.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { AccountPageProps } from '../visitor-page.ts';
import { VisitorForm, SignInLink, useVisitorForm } from './visitor-form.tsx';
import { useTexts } from '../../messages/texts.ts';

type LinkTexts = Record<
  'title' | 'lead' | 'submit' | 'done' | 'doneText' | 'failed' | 'failedText',
  string
>;

type LinkPageProps = Pick<AccountPageProps, 'showFailed' | 'clearNotice'> & {
  path: string;
  body: object;
  texts: LinkTexts;
  /** The link that leads on. */
  children: ReactNode;
};

/** The target of a link in a mail. It has a button, because programs that scan mails open every link. */
function LinkPage({ path, body, texts, showFailed, clearNotice, children }: LinkPageProps) {
  const [isDone, setDone] = useState(false);
  const form = useVisitorForm({
    path,
    body: () => body,
    check: () => ({}),
    onSubmit: clearNotice,
    onRefused: () => showFailed(texts.failed, texts.failedText),
    onDone: () => setDone(true),
  });
  const title = isDone ? texts.done : texts.title;
  useTitle(title);
  return (
    <>
      <PageHeading isResult={isDone}>{title}</PageHeading>
      {isDone ? (
        <Status as="p" className="entry-lead">
          {texts.doneText}
        </Status>
      ) : (
        <p className="entry-lead">{texts.lead}</p>
      )}
      {isDone ? null : <VisitorForm form={form} submit={texts.submit} />}
      {children}
    </>
  );
}

/** The target of the link in a registration mail. */
export function ConfirmEmailPage({ id, token, ...notices }: AccountPageProps) {
  const texts = useTexts('visitor').confirmEmail;
  return (
    <LinkPage {...notices} path="/api/users/proveemail" body={{ id, token }} texts={texts}>
      <SignInLink />
    </LinkPage>
  );
}

/** The target of the link below a mail about the inbox. */
export function UnsubscribePage({ token, ...notices }: AccountPageProps) {
  const { kinds, choose, ...own } = useTexts('visitor').unsubscribe;
  const texts = { ...own, ...kinds[token.startsWith('all.') ? 'all' : 'one'] };
  const path = `/api/inbox/${encodeURIComponent(token)}/unsubscribe`;
  return (
    <LinkPage {...notices} path={path} body={{}} texts={texts}>
      <p className="entry-ways">
        {/* Signed in or not, the document decides again which page that is. */}
        <a href="/users/myprofile#emails">{choose}</a>
      </p>
    </LinkPage>
  );
}
