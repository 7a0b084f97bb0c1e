//! The accept loop: connections with deadlines and a cap, and a stop that ends.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;
use tokio_rustls::{TlsAcceptor, rustls};
use warp::hyper;

use crate::app::App;
use crate::http::{self, Wire};

/// How many connections are held at once; the next ones wait in the kernel's queue.
const CONNECTIONS: usize = 12_000;
/// So many files are open when all of them are.
pub const FILES: u64 = CONNECTIONS as u64 + 200;
/// How long a request's head may take; an idle connection is closed after as long.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How long no byte may move in either direction.
const IDLE_DEADLINE: Duration = Duration::from_secs(60);
const HANDSHAKE_DEADLINE: Duration = Duration::from_secs(10);
/// How long requests that run may go on after the stop was asked for; the store's own stop follows
/// within the ten seconds that a stop may take.
const STOP_DEADLINE: Duration = Duration::from_secs(8);
/// Once the stop was asked for, how long a connection without a running request may stay silent.
const SILENT: Duration = Duration::from_secs(1);
const HEADERS: usize = 100;
const HEAD_BYTES: usize = 64 * 1024;

/// Serves until `stop` is ready, then lets running requests end.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    stop: impl Future<Output = ()>,
) {
    let (stopping, stopped) = watch::channel(false);
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let filter = warp::service(http::filter(app.clone()));
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let place = room.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = &mut stop => break,
            next = next => next,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors: some come back as connections end.
                tracing::warn!("a connection was not accepted: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = Service { filter: filter.clone(), peer, running: Arc::default() };
        let (tls, stopped, app) = (tls.clone(), stopped.clone(), app.clone());
        tokio::spawn(async move {
            app.metrics.connections.inc();
            connection(stream, tls, service, stopped).await;
            app.metrics.connections.dec();
            drop(place);
        });
    }
    drop(listener);
    app.live.end();
    let _ = stopping.send(true);
    let all = u32::try_from(CONNECTIONS).unwrap_or(u32::MAX);
    if tokio::time::timeout(STOP_DEADLINE, room.acquire_many(all)).await.is_err() {
        tracing::warn!("some connections were cut at the stop");
    }
}

async fn connection<F>(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    service: Service<F>,
    stopped: watch::Receiver<bool>,
) where
    Service<F>: Answers,
{
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return converse(stream, service, stopped).await };
    match tokio::time::timeout(HANDSHAKE_DEADLINE, tls.accept(stream)).await {
        Ok(Ok(stream)) => converse(stream, service, stopped).await,
        Ok(Err(error)) => tracing::debug!("a TLS handshake failed: {error}"),
        Err(_) => tracing::debug!("a TLS handshake took too long"),
    }
}

async fn converse<S, F>(stream: S, service: Service<F>, mut stopped: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    Service<F>: Answers,
{
    let moved = Arc::new(AtomicU64::new(0));
    let stream = TokioIo::new(Watched { stream, moved: moved.clone() });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_DEADLINE)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(100)
        .max_header_list_size(64 * 1024)
        .keep_alive_interval(Duration::from_secs(20))
        .keep_alive_timeout(HEAD_DEADLINE);
    let running = service.running.clone();
    let mut conversation =
        pin!(builder.serve_connection(stream, TowerToHyperService::new(service)));
    let mut idle = pin!(tokio::time::sleep(IDLE_DEADLINE));
    let mut silent = tokio::time::interval_at(Instant::now() + SILENT, SILENT);
    let mut seen = 0;
    let mut leaving = *stopped.borrow();
    if leaving {
        conversation.as_mut().graceful_shutdown();
    }
    loop {
        tokio::select! {
            _ = &mut conversation => return,
            () = &mut idle => {
                let now = moved.load(Ordering::Relaxed);
                if now == seen {
                    return;
                }
                seen = now;
                idle.as_mut().reset(Instant::now() + IDLE_DEADLINE);
            }
            _ = silent.tick(), if leaving => {
                let now = moved.load(Ordering::Relaxed);
                if now == seen && running.load(Ordering::Relaxed) == 0 {
                    return;
                }
                seen = now;
            }
            _ = stopped.changed(), if !leaving => {
                leaving = true;
                silent.reset();
                seen = moved.load(Ordering::Relaxed);
                conversation.as_mut().graceful_shutdown();
            }
        }
    }
}

/// The warp filter, told what the connection knows.
#[derive(Clone)]
struct Service<F> {
    filter: F,
    peer: SocketAddr,
    /// How many requests of the connection are being answered.
    running: Arc<AtomicUsize>,
}

/// A request that is being answered.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(running: &Arc<AtomicUsize>) -> Running {
        running.fetch_add(1, Ordering::Relaxed);
        Running(running.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

type Request = hyper::Request<hyper::body::Incoming>;

/// The bounds that hyper puts on a service, under one name.
trait Answers:
    tower_service::Service<
        Request,
        Response = warp::reply::Response,
        Error = std::convert::Infallible,
        Future: Send + 'static,
    > + Clone
    + Send
    + Sync
    + 'static
{
}

impl<T> Answers for T where
    T: tower_service::Service<
            Request,
            Response = warp::reply::Response,
            Error = std::convert::Infallible,
            Future: Send + 'static,
        > + Clone
        + Send
        + Sync
        + 'static
{
}

impl<F> tower_service::Service<Request> for Service<F>
where
    F: tower_service::Service<Request, Future: Send + 'static>,
{
    type Response = F::Response;
    type Error = F::Error;
    type Future = Pin<Box<dyn Future<Output = Result<F::Response, F::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), F::Error>> {
        self.filter.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let host = request.uri().authority().is_some()
            || request.headers().get_all(hyper::header::HOST).iter().count() == 1
            || request.version() == hyper::Version::HTTP_10;
        request.extensions_mut().insert(Wire { peer: self.peer.ip(), host });
        let (running, answer) = (Running::new(&self.running), self.filter.call(request));
        Box::pin(async move {
            let answer = answer.await;
            drop(running);
            answer
        })
    }
}

/// A stream that counts the bytes it moved.
struct Watched<S> {
    stream: S,
    moved: Arc<AtomicU64>,
}

impl<S> Watched<S> {
    fn count(&self, bytes: usize) {
        self.moved.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, into);
        self.count(into.filled().len() - before);
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        if let Poll::Ready(Ok(written)) = &polled {
            self.count(*written);
        }
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        if let Poll::Ready(Ok(written)) = &polled {
            self.count(*written);
        }
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Lets the process open as many files as the machine allows it: each connection is one.
///
/// Returns how many that are; without a limit there is none to tell.
pub fn open_many() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, most) {
        tracing::warn!("the limit of open files was not raised: {error}");
    }
    getrlimit(Resource::Nofile).current
}

/// HTTPS by a certificate chain and its key, both PEM.
pub fn tls(cert: &Path, key: &Path) -> anyhow::Result<TlsAcceptor> {
    use anyhow::Context;
    let read = || format!("the certificate {} cannot be read", cert.display());
    let chain: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(cert).with_context(read)?.collect();
    let key = PrivateKeyDer::from_pem_file(key)
        .with_context(|| format!("the key {} cannot be read", key.display()))?;
    let mut config = rustls::ServerConfig::builder_with_provider(Arc::new(
        rustls::crypto::ring::default_provider(),
    ))
    .with_safe_default_protocol_versions()?
    .with_no_client_auth()
    .with_single_cert(chain.with_context(read)?, key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
