import { useEffect } from 'react';
import { Title } from 'react-admin';
import { useConfig } from '../config.tsx';

/** Names the page in the top bar, where it is the heading, and in the browser's tab and history. */
export function PageTitle({ title, of }: { title: string; of?: string }) {
  const { app } = useConfig().descriptor;
  const whole = [title, of, app.title].filter((part) => part).join(' · ');
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return <Title title={of ?? title} preferenceKey={false} />;
}
