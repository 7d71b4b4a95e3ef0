import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenForInstallOffer } from './ground/install/install-offer.ts';
import { reloadOnceForLostChunks } from './ground/update/lost-chunks.ts';
import { registerWhenIdle } from './ground/update/register-when-idle.ts';
import { followTranslation } from './ui/translated-text.ts';
import { router } from './routes/router.ts';
import { leaveComposingAlone } from './ui/composing-keys.ts';
import { showFocusWhole } from './ui/layers/whole-focus.ts';
import { leaveFirstView } from './ui/first-view.ts';
import './ui/base.css';
import './ui/first-view.css';
import './ui/print.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

reloadOnceForLostChunks(window);
followTranslation();
leaveComposingAlone();
listenForInstallOffer();
showFocusWhole();
leaveFirstView(root);
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
registerWhenIdle(window);
