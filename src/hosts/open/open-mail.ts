import { join } from 'node:path';
import type { Delivery } from '../../api/api-services.ts';
import type { Log } from '../../store/log-fields.ts';
import { createFileTransport } from '../../mail/transport.ts';
import type { MailAddress } from '../../mail/mail-address.ts';
import type { FillMail } from '../../mail/send-mail.ts';
import { openSender, type MailSender } from '../../mail/open-sender.ts';
import { createSmtpTransport } from '../../mail/smtp-transport.ts';
import type { Environment } from '../environment.ts';
import type { Installation } from '../installation.ts';

/** Retries after a minute, then after two, four … up to six hours; after two days an admin must look at it. */
const patience = { first: 60, longest: 6 * 3_600, giveUpAfter: 48 * 3_600, lease: 60 };

/** Sends the mails in the outbox. `url` is the address of this server, for links if `PUBLIC_URL` is not set. */
export async function openMail(
  { smtp, mailFrom, publicUrl, dataDir }: Environment,
  { live, database }: Pick<Installation, 'live' | 'database'>,
  { url, log, fill }: { url: string; log: Log; fill: FillMail },
): Promise<MailSender> {
  const address = publicUrl ?? url;
  // Only where others use the app: on your own machine, files are what you want.
  if (!smtp && publicUrl)
    log.warn(
      { folder: outboxFolder(dataDir) },
      'SMTP_URL is not set: emails, including password links, are written to files and not sent',
    );
  const confirmed = [...live.current().resources.values()].filter(
    ({ publicForm }) => publicForm?.confirm,
  );
  if (!smtp && confirmed.length > 0)
    log.warn(
      { folder: outboxFolder(dataDir) },
      `SMTP_URL is not set: nobody can confirm an entry in the public form of ${confirmed.map(({ name }) => name).join(', ')}`,
    );
  if (smtp && !publicUrl)
    log.warn({}, `PUBLIC_URL is not set: links in emails point to ${address}`);
  const from = (): MailAddress => {
    const { title } = live.current().app;
    return {
      address: mailFrom?.address ?? `no-reply@${hostOf(address)}`,
      name: mailFrom?.name || title,
    };
  };
  return await openSender({
    database,
    transport: smtp ? createSmtpTransport(smtp) : createFileTransport(outboxFolder(dataDir)),
    sender: () => ({ title: live.current().app.title, publicUrl: address, from: from() }),
    domain: from().address.split('@').at(-1) ?? 'localhost',
    patience,
    fill,
    log,
  });
}

/** How mails leave this installation, to show to its admins. */
export function toDelivery({ smtp, dataDir }: Environment): Delivery {
  return smtp ? { via: 'smtp', host: smtp.host } : { via: 'files', folder: outboxFolder(dataDir) };
}

function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** An IP address cannot be the domain of mails. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return /[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname : 'localhost';
}
