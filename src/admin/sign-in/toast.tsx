import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../messages/texts.ts';

/** How long a notice stays (specification, §9). */
const TOAST_MS = 3000;

type ToastProps = { tone: 'good' | 'bad'; title: string; text: string; onClose: () => void };

/** The notices of the specification, red and green. Hovering over one keeps it open for slow readers. */
export function Toast({ tone, title, text, onClose }: ToastProps) {
  const texts = useTexts('sign-in');
  const [held, setHeld] = useState(false);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held]);

  return (
    <div
      className={`entry-toast entry-toast-${tone}`}
      role="alert"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <strong>{title}</strong>
      <span>{text}</span>
      <button type="button" aria-label={texts.close} onClick={onClose}>
        ×
      </button>
    </div>
  );
}
