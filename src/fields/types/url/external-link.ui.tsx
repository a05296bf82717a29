import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldUi } from '../../field-ui.ts';
import { Line } from '../../screen/line-cell.ui.tsx';
import { isLinkable } from './url.ts';

type Write = (text: string) => string;

/** A text that leads out of the application: to which address, and how a list writes it. */
export function linkUi(toHref: Write, toShort: Write = (text) => text): FieldUi {
  return {
    Cell: ({ value, place }) => {
      const text = String(value);
      return (
        <Line place={place} title={text}>
          <ExternalLink href={toHref(text)}>{place === 'list' ? toShort(text) : text}</ExternalLink>
        </Line>
      );
    },
  };
}

/**
 * The one way a value becomes a link out of the application. The address is asked
 * again what it is: a value may be older than the rule that let it in.
 */
function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isLinkable(href)) return <>{children}</>;
  const isMail = /^mailto:/i.test(href);
  return (
    <Link
      href={href}
      rel="noopener noreferrer"
      {...(isMail ? {} : { target: '_blank' })}
      // In a list a click on the row opens the record.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}
