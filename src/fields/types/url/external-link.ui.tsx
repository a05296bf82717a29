import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldUi } from '../../type/field-ui.ts';
import { Marked } from '../../screen/marked.ui.tsx';
import { TruncatedLine } from '../../screen/line-cell.ui.tsx';
import { isLinkable } from './url.ts';

type Write = (text: string) => string;

/** A text that links out of the application: to which address, and how a list shortens it. */
export function linkUi(toHref: Write, toShort: Write = (text) => text): FieldUi {
  return {
    Cell: ({ field, value, place }) => {
      const text = String(value);
      return (
        <TruncatedLine place={place} title={text}>
          <ExternalLink href={toHref(text)}>
            <Marked field={field} text={place === 'list' ? toShort(text) : text} />
          </ExternalLink>
        </TruncatedLine>
      );
    },
  };
}

/**
 * The only way a value becomes a link out of the application. It checks the address again, because a value may be
 * older than the rule that accepted it.
 */
function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isLinkable(href)) return <>{children}</>;
  const isMail = /^mailto:/i.test(href);
  return (
    <Link
      href={href}
      rel="noopener noreferrer"
      {...(isMail ? {} : { target: '_blank' })}
      // A click on a list's row opens the record, so this click must not reach it.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}
