import type { MailData, StoppedWebhook } from '../../store/system/outbox/queue-mail.ts';
import type { MailWords } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

type StopReason = StoppedWebhook['reason'];

const english: Record<StopReason, string> = {
  failing: 'Every attempt of the last three days has failed.',
  gone: 'Its target answered that it is gone (410).',
  invalid:
    'Its collections, role, filter or fields no longer fit the configuration, or its secret cannot be read.',
};

const german: Record<StopReason, string> = {
  failing: 'In den letzten drei Tagen ist jeder Versuch fehlgeschlagen.',
  gone: 'Sein Ziel hat geantwortet, dass es nicht mehr da ist (410).',
  invalid:
    'Sammlungen, Rolle, Filter oder Felder passen nicht mehr zur Konfiguration, oder sein Schlüssel ist nicht lesbar.',
};

/** To each admin: the system has disabled one or more webhooks. */
export const webhookStopped: MailWords<'webhookStopped'> = {
  en: (data, { title }) => {
    const webhooks = allOf(data);
    const isOne = webhooks.length === 1;
    return {
      subject: `${title}: ${isOne ? 'a webhook was' : `${webhooks.length} webhooks were`} disabled`,
      before: webhooks.map(
        ({ name, host, reason }) =>
          `The webhook “${toSafeWords(name)}” to ${host} was disabled. ${english[reason]}`,
      ),
      button: { label: isOne ? 'View the webhook' : 'View the webhooks', path: pathOf(webhooks) },
      after: [
        isOne
          ? 'Once you enable it again, it continues where it stopped.'
          : 'Once you enable them again, they continue where they stopped.',
      ],
    };
  },
  de: (data, { title }) => {
    const webhooks = allOf(data);
    const isOne = webhooks.length === 1;
    return {
      subject: `${title}: ${isOne ? 'Ein Webhook wurde' : `${webhooks.length} Webhooks wurden`} deaktiviert`,
      before: webhooks.map(
        ({ name, host, reason }) =>
          `Der Webhook „${toSafeWords(name)}“ zu ${host} wurde deaktiviert. ${german[reason]}`,
      ),
      button: { label: isOne ? 'Webhook ansehen' : 'Webhooks ansehen', path: pathOf(webhooks) },
      after: [
        isOne
          ? 'Sobald Sie ihn wieder aktivieren, macht er dort weiter, wo er aufgehört hat.'
          : 'Sobald Sie sie wieder aktivieren, machen sie dort weiter, wo sie aufgehört haben.',
      ],
    };
  },
};

function allOf(data: MailData['webhookStopped']): StoppedWebhook[] {
  return [data, ...(data.others ?? [])];
}

function pathOf([first, ...others]: readonly StoppedWebhook[]): string {
  const isOne = first !== undefined && others.length === 0;
  return isOne ? `/admin/webhooks?webhook=${encodeURIComponent(first.id)}` : '/admin/webhooks';
}
