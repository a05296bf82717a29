import type { MailWords } from '../letter.ts';

export const rejected: MailWords<'rejected'> = {
  en: ({ reason }, { title }) => ({
    subject: `${title}: your registration was not approved`,
    before: [
      `An admin has decided not to approve your registration at ${title}. What you entered was deleted.`,
      ...toReason('The reason:', reason),
    ],
  }),
  de: ({ reason }, { title }) => ({
    subject: `${title}: Ihre Registrierung wurde nicht freigegeben`,
    before: [
      `Ein Admin hat entschieden, Ihre Registrierung bei ${title} nicht freizugeben. Ihre Angaben wurden gelöscht.`,
      ...toReason('Der Grund:', reason),
    ],
  }),
};

/** As the admin wrote it, line by line. */
function toReason(label: string, reason: string | null): string[] {
  const lines = (reason ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? [] : [[label, ...lines].join('\n')];
}
