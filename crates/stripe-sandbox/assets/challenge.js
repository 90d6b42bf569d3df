// The 3-D Secure challenge page. The payment page shows it in a dialog or redirects the browser to it.
(() => {
  'use strict';

  const query = new URLSearchParams(window.location.search);
  const id = query.get('payment_intent') ?? '';
  const clientSecret = query.get('client_secret') ?? '';
  const modal = query.get('modal') === '1' && window.parent !== window;
  const problem = document.getElementById('problem');
  const buttons = [...document.querySelectorAll('[data-outcome]')];
  const night =
    query.get('theme') === 'night' ||
    (!query.has('theme') && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = night ? 'night' : 'stripe';

  const setBusy = (busy) => {
    for (const button of buttons) button.disabled = busy;
  };

  async function call(body) {
    const response = await fetch('/_sandbox/authenticate', { method: 'POST', body: new URLSearchParams(body) });
    return response.json();
  }

  function closeOrRedirect(intent, returnUrl) {
    if (modal) {
      window.parent.postMessage({ type: 'stripe-sandbox:challenge-done' }, '*');
      return;
    }
    if (!returnUrl) {
      problem.textContent = 'Done. You can close this page.';
      return;
    }
    const url = new URL(returnUrl);
    url.searchParams.set('payment_intent', intent.id);
    url.searchParams.set('payment_intent_client_secret', intent.client_secret);
    url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    window.location.assign(url);
  }

  async function start() {
    const about = await call({ payment_intent: id, client_secret: clientSecret, outcome: 'look' });
    if (about.error) throw new Error(about.error.message);
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: about.currency });
    document.getElementById('sum').textContent = money.format(about.amount / 100);
    const returnUrl = about.next_action?.redirect_to_url?.return_url;
    if (about.status !== 'requires_action') {
      closeOrRedirect(about, returnUrl);
      return;
    }
    for (const button of buttons) {
      button.addEventListener('click', async () => {
        setBusy(true);
        problem.textContent = '';
        try {
          const { outcome } = button.dataset;
          const done = await call({ payment_intent: id, client_secret: clientSecret, outcome });
          if (done.error) throw new Error(done.error.message);
          closeOrRedirect(done, returnUrl);
        } catch (error) {
          problem.textContent = error.message;
          setBusy(false);
        }
      });
    }
    setBusy(false);
    if (modal) buttons[0].focus();
  }

  setBusy(true);
  start().catch((error) => {
    problem.textContent = error.message;
  });
})();
