import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverFor, type DeliveryServices } from '../../api/webhooks/deliver.ts';
import { openRepeater } from '../../store/connection/open-repeater.ts';
import {
  claimWebhooks,
  hasWebhooks,
  nextWebhookDue,
} from '../../store/system/webhooks/webhook-work.ts';
import { WEBHOOK_CHANNEL } from '../../store/system/webhooks/webhooks.ts';
import { wakeOnChanges } from './wake-on-changes.ts';

/** The most webhooks that this server delivers for at the same time; each has one message on its way. */
const MAX_DELIVERIES = 8;
/** The seconds between two looks without a notice. */
const LOOK = 30;
/** The milliseconds for messages on their way when the server stops. */
const FAREWELL = 4_000;

/**
 * Delivers for webhooks. Every server does so and takes webhooks that no other has. A slow target holds only its own
 * webhook. Returns a function that stops it after the current messages.
 */
export async function openWebhooks(services: DeliveryServices): Promise<() => Promise<void>> {
  const { database, log } = services;
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  /** Known from the last round, so that without webhooks a change costs nothing. */
  let hasAny = true;
  const repeater = await openRepeater(database, WEBHOOK_CHANNEL, deliverDue, {
    pause: LOOK,
    onFailure: (err) => log.error({ err }, 'The webhooks cannot be read'),
  });
  const stopWaking = await wakeOnChanges(database, {
    isNeeded: () => hasAny,
    wake: () => repeater.wake(),
    together: 100,
  });
  return async () => {
    await stopWaking();
    await repeater.close();
    stop.abort();
    await Promise.race([Promise.all(running), pause(FAREWELL, undefined, { ref: false })]);
  };

  /** Starts the webhooks that have something to do, as far as there is room. Returns the seconds to sleep. */
  async function deliverDue(): Promise<number> {
    hasAny = await hasWebhooks(database);
    const most = MAX_DELIVERIES - running.size;
    if (!hasAny || most <= 0) return LOOK;
    for (const webhook of await claimWebhooks(database, { most, lease: randomUUID() })) {
      const working = deliverFor(services, webhook, stop.signal).finally(() => {
        running.delete(working);
        // A change may have come after its last look.
        setImmediate(repeater.wake);
      });
      running.add(working);
    }
    return Math.min(LOOK, Math.max(0.05, (await nextWebhookDue(database)) ?? LOOK));
  }
}
