import { useState } from 'react';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useVisitorForm, VisitorForm } from '../account/visitor-form.tsx';
import { PageHeading, useTitle } from '../visitor-frame.tsx';
import { VisitorLink } from '../visitor-link.tsx';

/**
 * The target of the link in the mail that confirms an entry. It has a button, because programs that scan mails open
 * every link.
 */
export function ConfirmPage({ name, token }: { name: string; token: string }) {
  const texts = useTexts('public-form');
  const [end, setEnd] = useState<End>();
  const form = useVisitorForm({
    path: `/api/public/${name}/confirm`,
    body: () => ({ token }),
    check: () => ({}),
    onSubmit: () => setEnd(undefined),
    onRefused: (refused) => {
      if (refused.reason === 'refused') setEnd(endOf(refused.codes));
    },
    onDone: () => setEnd('done'),
  });
  const after = end === 'done' ? texts.thanks : texts.refused;
  const title = end ? after : texts.confirmTitle;
  useTitle(title);
  return (
    <>
      <PageHeading isResult={end !== undefined}>{title}</PageHeading>
      {end ? (
        <Status as="p" className="entry-lead">
          {end === 'done' ? texts.received : texts.ends[end]}
        </Status>
      ) : (
        <p className="entry-lead">{texts.confirmLead}</p>
      )}
      {(end === undefined || end === 'full') && <VisitorForm form={form} submit={texts.confirm} />}
      {end && end !== 'done' && (
        <p className="entry-ways">
          <VisitorLink to={`/public/${name}`}>{texts.fillAgain}</VisitorLink>
        </p>
      )}
    </>
  );
}

type End = 'done' | 'used' | 'full' | 'closed';

/** Why a link stores nothing. Whatever is not known by its code has changed since the entry was sent. */
function endOf(codes: readonly string[]): End {
  if (codes.includes('S050')) return 'full';
  return codes.includes('A014') ? 'used' : 'closed';
}
