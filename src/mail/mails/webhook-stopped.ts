import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { MailWords } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

type StopReason = MailData['webhookStopped']['reason'];

const english: Record<StopReason, string> = {
  failing: 'Every attempt of the last three days has failed.',
  gone: 'Its target answered that it is gone (410).',
  invalid:
    'Its collection, role, filter or fields no longer fit the configuration, or its secret cannot be read.',
};

const german: Record<StopReason, string> = {
  failing: 'In den letzten drei Tagen ist jeder Versuch fehlgeschlagen.',
  gone: 'Sein Ziel hat geantwortet, dass es nicht mehr da ist (410).',
  invalid:
    'Sammlung, Rolle, Filter oder Felder passen nicht mehr zur Konfiguration, oder sein Schlüssel ist nicht lesbar.',
};

/** To each admin: the system has disabled a webhook. */
export const webhookStopped: MailWords<'webhookStopped'> = {
  en: ({ id, name, host, reason }, { title }) => ({
    subject: `${title}: a webhook was disabled`,
    before: [`The webhook “${toSafeWords(name)}” to ${host} was disabled. ${english[reason]}`],
    button: {
      label: 'View the webhook',
      path: `/admin/webhooks?webhook=${encodeURIComponent(id)}`,
    },
    after: ['Once you enable it again, it continues where it stopped.'],
  }),
  de: ({ id, name, host, reason }, { title }) => ({
    subject: `${title}: Ein Webhook wurde deaktiviert`,
    before: [`Der Webhook „${toSafeWords(name)}“ zu ${host} wurde deaktiviert. ${german[reason]}`],
    button: { label: 'Webhook ansehen', path: `/admin/webhooks?webhook=${encodeURIComponent(id)}` },
    after: ['Sobald Sie ihn wieder aktivieren, macht er dort weiter, wo er aufgehört hat.'],
  }),
};
