import { useEffect, useRef, type ComponentProps } from 'react';
import { announce } from './announcer.ts';

/** Texts that change faster, as while somebody types, are said once, when they have settled. */
const SETTLED = 500;

type StatusProps = Omit<ComponentProps<'div'>, 'ref'> & { as?: 'div' | 'p' | 'span' };

/**
 * Says its text aloud when it appears and whenever it changes (WCAG 4.1.3). It may be drawn conditionally, as
 * the region that is read is the announcer's. With MUI: `<Typography component={Status}>`.
 */
export function Status({ as: Tag = 'div', ...props }: StatusProps) {
  const own = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  useEffect(() => {
    const element = own.current!;
    let said = '';
    let timer: number | undefined;
    const say = (): void => {
      // What stands behind the lock is not said either.
      if (!element.checkVisibility({ visibilityProperty: true })) return;
      const text = textOf(element).replaceAll(/\s+/g, ' ').trim();
      if (text !== said) announce(text);
      said = text;
    };
    const settle = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(say, SETTLED);
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

/** What is to be read: paragraphs do not run together, an alert is heard anyway, a button is found with the keys. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.matches('button, [role="alert"], [aria-hidden="true"]'))
    return '';
  return ` ${node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join('')} `;
}
