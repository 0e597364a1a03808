import type { ClientState } from '@triquad/core';
import type { Notification as Note } from '@triquad/core/contract';
import { useEffect, useRef, useState } from 'react';
import { useStorage } from '../app-context.tsx';
import { useClientState } from '../client-context.tsx';
import { noticeText, noticeTitle } from '../components/notice-title.ts';
import { useMessages } from '../messages/messages.tsx';
import { beep } from './beep.ts';

type Kind = 'desktop' | 'sound';
const keyOf = (kind: Kind): string => `alerts.${kind}`;

/** Reaction of this browser to a new notification. `desktop` is null if the browser has no alerts for this page. */
export type Alerts = {
  readonly desktop: boolean | null;
  readonly sound: boolean;
  /** Turns one on or off; desktop alerts ask for the permission of the browser first. */
  toggle: (kind: Kind) => void;
};

const selectItems = ({ notifications }: ClientState) => notifications.items;
const selectIsLive = ({ resources, replay }: ClientState) =>
  replay === null && resources.notifications.loaded_at !== null;
const hasDesktop = (): boolean => 'Notification' in window && window.isSecureContext !== false;
const isAllowed = (): boolean => hasDesktop() && Notification.permission === 'granted';
const isLoud = ({ level }: Note): boolean => level === 'warning' || level === 'error';

/** Shows and sounds each notification that arrives while the page is open; those that were there before stay silent. */
export const useAlerts = (): Alerts => {
  const storage = useStorage();
  const { texts, bell } = useMessages();
  const [on, setOn] = useState(() => ({
    desktop: storage.get(keyOf('desktop')) === 'on' && isAllowed(),
    sound: storage.get(keyOf('sound')) === 'on',
  }));
  const items = useClientState(selectItems);
  const isLive = useClientState(selectIsLive);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!isLive) return;
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    const fresh = before === null ? [] : items.filter(({ id, read }) => !read && !before.has(id));
    if (on.sound && fresh.some(isLoud)) beep();
    if (!on.desktop) return;
    for (const item of fresh) {
      // The tag keeps two windows from showing it twice.
      const body = noticeText(texts, item) ?? '';
      new Notification(noticeTitle(bell, item), { body, tag: item.id });
    }
  }, [items, isLive, on, texts, bell]);
  const set = (kind: Kind, value: boolean) => {
    storage.set(keyOf(kind), value ? 'on' : 'off');
    setOn((now) => ({ ...now, [kind]: value }));
  };
  const toggle = (kind: Kind) => {
    const value = !on[kind];
    if (kind === 'sound' && value) beep();
    if (kind === 'sound' || !value) return set(kind, value);
    void Notification.requestPermission().then((answer) => set('desktop', answer === 'granted'));
  };
  return { desktop: hasDesktop() ? on.desktop : null, sound: on.sound, toggle };
};
