import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no CSS object; React Aria escapes identifiers of its own making, which are safe as they are.
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

afterEach(cleanup);
