import { useEffect, useRef, type ComponentProps } from 'react';
import { announce } from './announcer.ts';

/** Milliseconds. Texts that change faster, as while somebody types, are read once they stop changing. */
const SETTLE_MS = 500;

type StatusProps = Omit<ComponentProps<'div'>, 'ref'> & { as?: 'div' | 'p' | 'span' };

/**
 * Has its text read aloud when it appears and whenever it changes (WCAG 4.1.3). It can be rendered
 * conditionally, because the announcer owns the live region. With MUI: `<Typography component={Status}>`.
 */
export function Status({ as: Tag = 'div', ...props }: StatusProps) {
  const own = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  useEffect(() => {
    const element = own.current!;
    let announced = '';
    let timer: number | undefined;
    const announceText = (): void => {
      // Text behind the lock is not read either.
      if (!element.checkVisibility({ visibilityProperty: true })) return;
      const text = textOf(element).replaceAll(/\s+/g, ' ').trim();
      if (text !== announced) announce(text);
      announced = text;
    };
    const settle = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(announceText, SETTLE_MS);
    };
    settle();
    const changes = new MutationObserver(settle);
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      changes.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
  return <Tag {...props} ref={own} />;
}

/** The text to read, with spaces between elements. Alerts are read anyway, and buttons are reachable by keyboard. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.matches('button, [role="alert"], [aria-hidden="true"]'))
    return '';
  return ` ${node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join('')} `;
}
