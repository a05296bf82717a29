import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { isLinkable } from './url.ts';

/**
 * The one way a value becomes a link out of the application. The address is asked
 * again what it is: a value may be older than the rule that let it in.
 */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
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
