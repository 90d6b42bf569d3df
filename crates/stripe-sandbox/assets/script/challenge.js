// 3-D Secure: shows the challenge page in a dialog, then reads the intent again.

function showChallenge(intent, appearance) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.title = '3-D Secure authentication';
    frame.name = 'stripe-challenge-frame';
    const night = isNight(appearance);
    const query = new URLSearchParams({
      payment_intent: intent.id,
      client_secret: intent.client_secret,
      modal: '1',
      theme: night ? 'night' : 'stripe',
    });
    frame.src = `${ORIGIN}/_sandbox/challenge?${query}`;
    Object.assign(frame.style, {
      border: '0',
      borderRadius: '12px',
      background: night ? '#12202f' : '#ffffff',
      colorScheme: night ? 'dark' : 'light',
      height: 'min(340px, calc(100% - 32px))',
      width: 'min(440px, calc(100% - 32px))',
      boxShadow: '0 12px 40px rgb(0 0 0 / 35%)',
    });
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3-D Secure authentication');
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: '0',
      border: '0',
      background: 'rgb(11 27 43 / 60%)',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      zIndex: '2147483647',
    });
    const finish = (event) => {
      if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return;
      if (event.data?.type !== 'stripe-sandbox:challenge-done') return;
      window.removeEventListener('message', finish);
      dialog.close();
      dialog.remove();
      resolve();
    };
    window.addEventListener('message', finish);
    // Escape doesn't close the dialog: the payer must complete or fail the challenge inside the iframe.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    frame.addEventListener('load', () => frame.focus());
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Returns the result of confirming an intent. If the intent requires 3-D Secure, waits until the payer has
// responded to the challenge.
async function finishAuthentication(key, answer, appearance) {
  if (answer.error) return { error: answer.error };
  if (answer.status !== 'requires_action') return { paymentIntent: answer };
  const clientSecret = answer.client_secret;
  await showChallenge(answer, appearance);
  const after = await retrieve(key, clientSecret);
  if (after.error) return after;
  const { paymentIntent } = after;
  if (paymentIntent.status === 'requires_payment_method') {
    return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
  }
  return { paymentIntent };
}
