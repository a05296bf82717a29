import { createSmtpTransport } from '../../src/mail/smtp-transport.ts';
import { parseSmtpUrl } from '../../src/mail/smtp-url.ts';
import { openSender } from '../../src/mail/open-sender.ts';
import { openDatabase } from '../../src/store/connection/database.ts';

/** A process of its own that sends the outbox of a database, for tests that kill it. */
const [url = '', smtp = ''] = process.argv.slice(2);
const target = parseSmtpUrl(smtp);
if (!target) throw new Error(`No mail server: ${smtp}`);
const log = { info() {}, warn() {}, error() {} };

await openSender({
  database: await openDatabase({ url, log }),
  transport: createSmtpTransport(target, { before: 1_000, data: 1_000 }),
  sender: () => ({
    title: 'Backoffice',
    publicUrl: 'https://office.example.org',
    from: { address: 'office@example.org', name: 'Backoffice' },
  }),
  domain: 'example.org',
  patience: { first: 0.05, longest: 0.3, giveUpAfter: 3_600, lease: 1 },
  pace: { width: 3, look: 1, outage: 0.1, farewell: 1 },
  log,
});
console.log('sending');
